/** A ref for what replaces the control that had the focus: otherwise the focus would fall to the page's body. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
