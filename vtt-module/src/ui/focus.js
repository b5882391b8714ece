// @ts-check
// The keyboard's place, for lists whose lines move or go while somebody is in one of them.

/** The element that has the keyboard below a root, through all shadow roots. @param {Document | ShadowRoot} root @returns {HTMLElement | null} */
export function focusIn(root) {
  let at = root.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return /** @type {HTMLElement | null} */ (at);
}

/**
 * Give the keyboard back to an element that lost it because it was moved. A browser forgets then that what was typed has
 * not been told yet, so it is told.
 * @param {HTMLElement} element @returns {boolean} whether it could be given back
 */
export function refocus(element) {
  if (!element.isConnected || !element.checkVisibility()) return false;
  if (element.matches("input, textarea")) element.dispatchEvent(new Event("change", { bubbles: true }));
  element.focus({ preventScroll: true });
  return true;
}
