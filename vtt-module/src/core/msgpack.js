// @ts-check
// MessagePack, as far as plain data needs it: nil, flags, numbers, texts, bytes, lists and tables. No extension types.
// https://github.com/msgpack/msgpack/blob/master/spec.md

/** Levels of lists and tables within each other; more is no message but an attack. */
const DEEPEST = 100;
const TWO32 = 2 ** 32;
const writer = new TextEncoder();
const reader = new TextDecoder("utf-8", { fatal: true });

/**
 * The bytes of a value. Fields that are undefined are left out; an undefined item of a list is nil.
 * @param {any} value @returns {Uint8Array<ArrayBuffer>} throws a TypeError on what is no plain data
 */
export function pack(value) {
  let bytes = new Uint8Array(256);
  let view = new DataView(bytes.buffer);
  let at = 0;

  /** Room for so many bytes; gives where they begin. @param {number} size */
  const room = (size) => {
    const start = at;
    at += size;
    if (at > bytes.length) {
      const larger = new Uint8Array(Math.max(at, bytes.length * 2));
      larger.set(bytes);
      bytes = larger;
      view = new DataView(bytes.buffer);
    }
    return start;
  };
  // The place first: making room may exchange the view.
  const byte = (/** @type {number} */ one, start = room(1)) => view.setUint8(start, one);
  const short = (/** @type {number} */ one, start = room(2)) => view.setUint16(start, one);
  const long = (/** @type {number} */ one, start = room(4)) => view.setUint32(start, one);

  /** A length, after the shortest lead that holds it. @param {number} size @param {number} least @param {number} most what fits into one byte @param {number[]} leads for 8 (0: none), 16 and 32 bits */
  const head = (size, least, most, [l8, l16, l32]) => {
    if (size <= most) byte(least + size);
    else if (l8 && size < 256) (byte(l8), byte(size));
    else if (size < 65536) (byte(l16), short(size));
    else (byte(l32), long(size));
  };

  const number = (/** @type {number} */ one) => {
    if (!Number.isSafeInteger(one)) {
      byte(0xcb);
      const start = room(8);
      view.setFloat64(start, one);
    } else if (one >= 0) {
      if (one < 128) byte(one);
      else if (one < 256) (byte(0xcc), byte(one));
      else if (one < 65536) (byte(0xcd), short(one));
      else if (one < TWO32) (byte(0xce), long(one));
      else (byte(0xcf), long(one / TWO32), long(one % TWO32));
    } else if (one >= -32) byte(one);
    else if (one >= -128) (byte(0xd0), byte(one));
    else if (one >= -32768) (byte(0xd1), short(one));
    else if (one >= -TWO32 / 2) (byte(0xd2), long(one));
    else (byte(0xd3), long(Math.floor(one / TWO32)), long(one >>> 0));
  };

  const write = (/** @type {any} */ one, /** @type {number} */ depth) => {
    if (depth > DEEPEST) throw new TypeError("a message is not that deep");
    if (one === null || one === undefined) byte(0xc0);
    else if (typeof one === "boolean") byte(one ? 0xc3 : 0xc2);
    else if (typeof one === "number") number(one);
    else if (typeof one === "string") {
      const text = writer.encode(one);
      head(text.length, 0xa0, 31, [0xd9, 0xda, 0xdb]);
      const start = room(text.length);
      bytes.set(text, start);
    } else if (one instanceof Uint8Array) {
      head(one.length, 0, -1, [0xc4, 0xc5, 0xc6]);
      const start = room(one.length);
      bytes.set(one, start);
    } else if (Array.isArray(one)) {
      head(one.length, 0x90, 15, [0, 0xdc, 0xdd]);
      for (const item of one) write(item, depth + 1);
    } else if (typeof one === "object") {
      const fields = Object.entries(one).filter(([, field]) => field !== undefined);
      head(fields.length, 0x80, 15, [0, 0xde, 0xdf]);
      for (const [key, field] of fields) {
        write(key, depth + 1);
        write(field, depth + 1);
      }
    } else throw new TypeError(`${typeof one} is no plain data`);
  };
  write(value, 0);
  return bytes.slice(0, at);
}

/**
 * The value of some bytes.
 * @param {ArrayBuffer | Uint8Array} data @returns {any} throws a RangeError or TypeError on bytes that are not exactly one value
 */
export function unpack(data) {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  /** Where so many bytes begin, which are read with this. @param {number} size */
  const take = (size) => {
    const start = at;
    at += size;
    if (at > bytes.length) throw new RangeError("the message is cut off");
    return start;
  };
  /** An unsigned number of 1, 2 or 4 bytes. @param {number} size */
  const count = (size) => (size === 1 ? view.getUint8(take(1)) : size === 2 ? view.getUint16(take(2)) : view.getUint32(take(4)));
  const text = (/** @type {number} */ size) => {
    const start = take(size);
    return reader.decode(bytes.subarray(start, at));
  };

  const list = (/** @type {number} */ size, /** @type {number} */ depth) => {
    if (size > bytes.length - at) throw new RangeError("the message is cut off"); // before room is made for it
    return Array.from({ length: size }, () => read(depth));
  };
  const table = (/** @type {number} */ size, /** @type {number} */ depth) => {
    /** @type {Record<string, any>} */
    const out = {};
    for (let left = size; left > 0; left--) {
      const key = read(depth);
      if (typeof key !== "string") throw new TypeError("the key of a field is a text");
      const value = read(depth);
      if (key !== "__proto__") out[key] = value; // assigning it would change the object's nature, not its data
    }
    return out;
  };

  /** @param {number} depth @returns {any} */
  const read = (depth) => {
    if (depth > DEEPEST) throw new RangeError("a message is not that deep");
    const lead = count(1);
    if (lead < 0x80) return lead;
    if (lead < 0x90) return table(lead - 0x80, depth + 1);
    if (lead < 0xa0) return list(lead - 0x90, depth + 1);
    if (lead < 0xc0) return text(lead - 0xa0);
    if (lead >= 0xe0) return lead - 256;
    switch (lead) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: case 0xc5: case 0xc6: {
        const size = count(2 ** (lead - 0xc4));
        const start = take(size);
        return bytes.slice(start, at);
      }
      case 0xca: return view.getFloat32(take(4));
      case 0xcb: return view.getFloat64(take(8));
      case 0xcc: case 0xcd: case 0xce: return count(2 ** (lead - 0xcc));
      case 0xcf: return count(4) * TWO32 + count(4);
      case 0xd0: return view.getInt8(take(1));
      case 0xd1: return view.getInt16(take(2));
      case 0xd2: return view.getInt32(take(4));
      case 0xd3: return view.getInt32(take(4)) * TWO32 + count(4);
      case 0xd9: case 0xda: case 0xdb: return text(count(2 ** (lead - 0xd9)));
      case 0xdc: case 0xdd: return list(count(2 ** (lead - 0xdb)), depth + 1);
      case 0xde: case 0xdf: return table(count(2 ** (lead - 0xdd)), depth + 1);
      default: throw new TypeError(`no plain data begins with the byte ${lead}`);
    }
  };
  const value = read(0);
  if (at !== bytes.length) throw new RangeError("there is more than one message");
  return value;
}
