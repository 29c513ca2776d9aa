/** CSS pixels. */
const smallest = 4
const closeEnough = 0.25
/** Of the height of the box: one short word does not fill it. */
const mostOfHeight = 0.42

/**
 * The largest font size at which an element's text fits its box, by bisection.
 * @param element has a fixed box; its own font size is left at the last one that was tried
 * @returns CSS pixels
 */
export function fitText(element: HTMLElement): number {
  let [low, high] = [smallest, element.clientHeight * mostOfHeight]
  while (high - low > closeEnough) {
    const middle = (low + high) / 2
    element.style.fontSize = `${middle}px`
    const isTooLarge = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
    if (isTooLarge) high = middle
    else low = middle
  }
  return low
}
