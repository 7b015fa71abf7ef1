// Libraries without types of their own.
declare module "json-bigint";
declare module "msgpack-lite";
declare module "what-the-pack";
declare module "pbf/compile";
declare module "protocol-buffers-schema/parse.js";
