// What build.js writes.
declare module "weighbridge:codecs" {
  export const LIBRARIES: { library: import("../../node/harness/codec.js").Library; source: string }[];
  export const MANIFESTS: Record<string, import("../../node/harness/platform.js").Manifest>;
}
