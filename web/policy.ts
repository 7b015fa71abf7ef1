/** What the built page may do, as its content security policy: run its own script, use its own style, and no more. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Return the hashes of the elements of this name that have a text, as policies write them. */
function hashes(html: string, element: RegExp): string {
  const texts = [...html.matchAll(element)].map(([, text]) => text as string);
  return texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}

/**
 * Writes the policy into the page, once all of its scripts and styles stand in it.
 *
 * It allows them by their hashes: a script, a style or a handler that a run brought along would have none. Expressions
 * of charts are interpreted, so that nothing has to make code of text. Texts become elements nowhere, which Trusted
 * Types enforce where the browser knows them.
 */
export function policy(): Plugin {
  return {
    name: "policy",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
          const html = String(file.source);
          const rules = [
            "default-src 'none'",
            `script-src ${hashes(html, /<script type="module"[^>]*>([^]*?)<\/script>/g)}`,
            `style-src ${hashes(html, /<style[^>]*>([^]*?)<\/style>/g)}`,
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
          ];
          const meta = `<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}" />`;
          file.source = html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`);
        }
      },
    },
  };
}
