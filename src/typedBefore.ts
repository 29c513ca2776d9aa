/**
 * Keeps what somebody filled into a page that stood there before the app: it takes the page's place with fields of the
 * same names.
 * @param place where the page stands
 * @returns puts the words, the choices and the cursor back, once the app stands there
 */
export function takeTyped(place: HTMLElement): (place: HTMLElement) => void {
  const filled = [...fieldsOf(place)].filter(isFilled)
  const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : null
  return (now) => {
    for (const field of fieldsOf(now)) {
      const before = filled.find((one) => isSame(one, field))
      if (before && isChoice(field) && field.checked !== before.checked) field.click()
      if (before && !isChoice(field) && field.value === '') {
        write(field, before.value)
        if (before !== focused) leave(field)
      }
      if (focused && isSame(focused, field)) field.focus()
    }
  }
}

function fieldsOf(place: HTMLElement): NodeListOf<HTMLInputElement> {
  return place.querySelectorAll('input[name]')
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

/** As a person would: React hears of a value by the event, and looks past a setter of its own. */
function write(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Who had left the field had it checked by nobody yet. */
function leave(field: HTMLInputElement): void {
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
