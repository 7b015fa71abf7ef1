/** ion-js: Ion binary. Its reader is what makes JavaScript's own values; `load` would make Ion's. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "ion-js",
  format: "ion",
  library: "ion-js",
  documentation: "https://amazon-ion.github.io/ion-js/api/",
  load: async () => {
    const imported = await import("ion-js");
    return imported.default ?? imported;
  },
  rows: [
    {
      variant: "writer",
      api: "makeBinaryWriter",
      operations: ["encode"],
      startsFrom: "events",
      bigint: true,
      bind: ({ makeBinaryWriter, IonTypes }) => {
        /** @param {any} writer @param {any} value */
        function write(writer, value) {
          switch (typeof value) {
            case "string":
              return writer.writeString(value);
            case "number":
              return Number.isSafeInteger(value) ? writer.writeInt(value) : writer.writeFloat64(value);
            case "bigint":
              return writer.writeInt(value);
            case "boolean":
              return writer.writeBoolean(value);
          }
          if (value === null) {
            writer.writeNull(IonTypes.NULL);
          } else if (Array.isArray(value)) {
            writer.stepIn(IonTypes.LIST);
            for (const item of value) write(writer, item);
            writer.stepOut();
          } else if (value instanceof Uint8Array) {
            writer.writeBlob(value);
          } else {
            writer.stepIn(IonTypes.STRUCT);
            for (const key of Object.keys(value)) {
              writer.writeFieldName(key);
              write(writer, value[key]);
            }
            writer.stepOut();
          }
        }

        return {
          encode: (value) => {
            const writer = makeBinaryWriter();
            write(writer, value);
            writer.close();
            return writer.getBytes();
          },
        };
      },
    },
    {
      variant: null,
      api: "dumpBinary, makeReader",
      operations: ["encode", "decode", "scan"],
      utf8: "unchecked", // longer forms than need be and half surrogate pairs pass
      bigint: true,
      bind: ({ dumpBinary, makeReader, IonTypes }) => {
        /** @param {any} reader at a value */
        function scalar(reader) {
          if (reader.isNull()) return null;
          switch (reader.type()) {
            case IonTypes.INT: {
              const number = reader.numberValue();
              return Number.isSafeInteger(number) ? number : reader.bigIntValue();
            }
            case IonTypes.FLOAT:
              return reader.numberValue();
            case IonTypes.BLOB:
              return reader.uInt8ArrayValue();
            default:
              return reader.value();
          }
        }

        /** @param {any} reader at a value @returns {any} */
        function read(reader) {
          const type = reader.type();
          if (!type.isContainer || reader.isNull()) return scalar(reader);
          reader.stepIn();
          if (type === IonTypes.STRUCT) {
            /** @type {Record<string, any>} */
            const map = {};
            while (reader.next() !== null) map[reader.fieldName()] = read(reader);
            reader.stepOut();
            return map;
          }
          const list = [];
          while (reader.next() !== null) list.push(read(reader));
          reader.stepOut();
          return list;
        }

        /** @param {any} reader at a value @param {import("../harness/visitor.js").Visitor} visitor */
        function visit(reader, visitor) {
          const type = reader.type();
          if (!type.isContainer || reader.isNull()) {
            visitor.value(scalar(reader));
            return;
          }
          reader.stepIn();
          if (type === IonTypes.STRUCT) {
            visitor.beginMap();
            while (reader.next() !== null) {
              visitor.key(reader.fieldName());
              visit(reader, visitor);
            }
            visitor.endMap();
          } else {
            visitor.beginArray();
            while (reader.next() !== null) visit(reader, visitor);
            visitor.endArray();
          }
          reader.stepOut();
        }

        return {
          encode: (value) => dumpBinary(value),
          decode: (data) => {
            const reader = makeReader(data);
            reader.next();
            return read(reader);
          },
          scan: (data, visitor) => {
            const reader = makeReader(data);
            reader.next();
            visit(reader, visitor);
          },
        };
      },
    },
  ],
};
