// @ts-check

/** The list without an item that was in it, or with one that was not. @template T @param {readonly T[]} list @param {T} item @returns {T[]} */
export const toggled = (list, item) => (list.includes(item) ? list.filter((one) => one !== item) : [...list, item]);
