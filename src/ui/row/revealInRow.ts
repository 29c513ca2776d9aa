/** Scrolls a row sideways, at once and no further than needed, until an element in it is wholly visible. */
export function revealInRow(row: HTMLElement, element: Element): void {
  const [seen, wanted] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  const { paddingLeft, paddingRight } = getComputedStyle(row)
  const after = wanted.right + Number.parseFloat(paddingRight) - seen.right
  const before = wanted.left - Number.parseFloat(paddingLeft) - seen.left
  if (before < 0) row.scrollBy({ left: Math.floor(before), behavior: 'instant' })
  else if (after > 0) row.scrollBy({ left: Math.ceil(after), behavior: 'instant' })
}
