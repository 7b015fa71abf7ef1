/** @streamparser/json: its tokenizer takes a document in pieces, and hands over tokens. */

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "streamparser-json",
  format: "json",
  library: "@streamparser/json",
  homepage: "https://juanjodiaz.github.io/streamparser-json/",
  documentation: "https://github.com/juanjoDiaz/streamparser-json/tree/main/packages/plainjs#tokenizer",
  load: () => import("@streamparser/json"),
  rows: [
    {
      variant: null,
      api: "Tokenizer",
      operations: ["scan"],
      access: "stream",
      bind: ({ Tokenizer, TokenType }) => ({
        scan: (data, visitor) => {
          const tokenizer = new Tokenizer();
          /** @type {boolean[]} whether each open container is a map */
          const open = [];
          let isMap = false;
          let keyIsNext = false;
          tokenizer.onToken = (/** @type {{ token: any, value: any }} */ { token, value }) => {
            switch (token) {
              case TokenType.LEFT_BRACE:
                open.push(isMap);
                isMap = keyIsNext = true;
                visitor.beginMap();
                break;
              case TokenType.RIGHT_BRACE:
                isMap = Boolean(open.pop());
                keyIsNext = false;
                visitor.endMap();
                break;
              case TokenType.LEFT_BRACKET:
                open.push(isMap);
                isMap = keyIsNext = false;
                visitor.beginArray();
                break;
              case TokenType.RIGHT_BRACKET:
                isMap = Boolean(open.pop());
                visitor.endArray();
                break;
              case TokenType.COMMA:
                keyIsNext = isMap;
                break;
              case TokenType.COLON:
                break;
              default:
                if (keyIsNext) {
                  visitor.key(value);
                  keyIsNext = false;
                } else {
                  visitor.value(value);
                }
            }
          };
          tokenizer.write(data);
          // A number at the root ends with the document.
          if (!tokenizer.isEnded) tokenizer.end();
        },
      }),
    },
  ],
};
