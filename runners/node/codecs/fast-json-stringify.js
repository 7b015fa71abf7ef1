/** fast-json-stringify: code for the JSON Schema of what it writes. It reads nothing: JSON.parse does, which is json's row. */

import { safeFields } from "../harness/keys.js";

const SCALARS = { bool: "boolean", int64: "integer", uint64: "integer", float64: "number" };

/** @param {any} kind @returns {object} */
function schemaOf(kind) {
  if (kind.kind === "record") return { $ref: `#/definitions/${kind.record}` };
  if (kind.kind === "list") return { type: "array", items: slotSchema(kind.element) };
  if (kind.kind === "map") return { type: "object", additionalProperties: slotSchema(kind.value) };
  return { type: /** @type {any} */ (SCALARS)[kind.kind] ?? "string" };
}

/** @param {any} slot */
function slotSchema(slot) {
  const schema = schemaOf(slot.type);
  if (!slot.nullable) return schema;
  // What stands beside a $ref does not count.
  return slot.type.kind === "record" ? { anyOf: [{ type: "null" }, schema] } : { ...schema, nullable: true };
}

/** @param {any} record */
function recordSchema(record) {
  // As entries, for a key may be __proto__.
  const properties = Object.fromEntries(
    record.fields.map((/** @type {any} */ field) => [field.key, slotSchema(field)]),
  );
  const required = record.fields.filter((/** @type {any} */ field) => !field.optional);
  return { type: "object", properties, required: required.map((/** @type {any} */ field) => field.key) };
}

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "fast-json-stringify",
  format: "json",
  library: "fast-json-stringify",
  nodeOnly: true,
  documentation: "https://github.com/fastify/fast-json-stringify#example",
  load: async () => (await import("fast-json-stringify")).default,
  rows: [
    {
      variant: null,
      api: "fastJson",
      operations: ["encode-typed"],
      bigint: true,
      keys: safeFields,
      bindTypes: (fastJson, { schema }, { toUtf8 }) => {
        const stringify = fastJson({
          ...slotSchema(schema.root),
          definitions: Object.fromEntries(
            schema.records.map((/** @type {any} */ record) => [record.name, recordSchema(record)]),
          ),
        });
        return { "encode-typed": (value) => toUtf8(stringify(value)) };
      },
    },
  ],
};
