// What build.js writes.
declare module "weighbridge:codecs" {
  export const LIBRARIES: { library: import("../../node/harness/codec.js").Library; source: string }[];
  export const VERSIONS: Record<string, string>;
}
