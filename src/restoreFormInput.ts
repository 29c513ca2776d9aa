/**
 * Saves what a person typed, chose, opened and focused in the prerendered page before the app replaces it.
 * @param place element with the prerendered page
 * @returns a function that restores values, choices, opened details and the focus in the app
 */
export function saveFormInput(place: HTMLElement): (place: HTMLElement) => void {
  const filled = [...fieldsOf(place)].filter(isFilled)
  const opened = new Set([...detailsOf(place)].filter(({ open }) => open).map(summaryOf))
  const focused = document.activeElement
  return (now) => {
    const links = [...now.querySelectorAll('a')]
    links.find((link) => focused?.isEqualNode(link))?.focus({ preventScroll: true })
    for (const details of detailsOf(now)) if (opened.has(summaryOf(details))) details.open = true
    for (const field of fieldsOf(now)) {
      const before = filled.find((one) => isSame(one, field))
      if (before && isChoice(field) && field.checked !== before.checked) field.click()
      // A draft does not replace what was typed since.
      if (before && !isChoice(field) && field.value === field.defaultValue) {
        setValue(field, before.value)
        if (before !== focused) dispatchBlur(field)
      }
      if (focused instanceof HTMLInputElement && isSame(focused, field)) field.focus()
    }
  }
}

function fieldsOf(place: HTMLElement): NodeListOf<HTMLInputElement> {
  return place.querySelectorAll('input[name]')
}

function detailsOf(place: HTMLElement): NodeListOf<HTMLDetailsElement> {
  return place.querySelectorAll('details')
}

function summaryOf(details: HTMLDetailsElement): string | undefined {
  return details.querySelector('summary')?.textContent
}

function isFilled(field: HTMLInputElement): boolean {
  return isChoice(field) ? field.checked !== field.defaultChecked : field.value !== ''
}

function isSame(one: HTMLInputElement, other: HTMLInputElement): boolean {
  return one.name === other.name && (!isChoice(one) || one.value === other.value)
}

function isChoice({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio'
}

/** React ignores its own value setter: use the prototype's, and dispatch an input event. */
function setValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A field that was left before the app started is not validated yet: dispatch focusout. */
function dispatchBlur(field: HTMLInputElement): void {
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
