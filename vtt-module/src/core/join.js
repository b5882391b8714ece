// @ts-check
// What a join link says: which server, and with which token.

/**
 * The token in a join link: what stands behind `#`, with or without `join=`. A bare token will do, too.
 * @param {string} text @returns {string | null}
 */
export function tokenOf(text) {
  const found = /^(?:[^#]*#)?(?:join=)?([\w-]+\.[\w-]{8,})$/u.exec(text.trim());
  return found ? found[1] : null;
}

/**
 * The address of the table's socket: from a join link, or from whatever somebody calls the server
 * (`http://host:8480`, `wss://host/fracas`, `host:8480`). Null when it is no address.
 * @param {string} text @returns {string | null}
 */
export function socketOf(text) {
  const plain = text.trim().replace(/#.*$/u, "");
  if (!plain) return null;
  const full = /^[a-z]+:\/\//iu.test(plain) ? plain : `ws://${plain}`;
  let url;
  try {
    url = new URL(full.replace(/^http/iu, "ws"));
  } catch {
    return null;
  }
  if (url.protocol !== "ws:" && url.protocol !== "wss:") return null;
  if (!url.pathname.endsWith("/fracas")) url.pathname = `${url.pathname.replace(/\/$/u, "")}/fracas`;
  return url.href;
}
