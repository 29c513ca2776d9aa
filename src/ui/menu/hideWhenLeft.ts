/** Hides an open popover once the focus moves to another part of the page, which the popover may cover. */
export function hideWhenLeft(popover: HTMLElement): void {
  const onFocus = ({ target }: FocusEvent) => {
    const isOpen = popover.matches(':popover-open')
    const opens = `[popovertarget="${popover.id}"]`
    if (isOpen && target instanceof Element && (target.contains(popover) || target.closest(`[popover], ${opens}`)))
      return
    document.removeEventListener('focusin', onFocus)
    if (isOpen) popover.hidePopover()
  }
  document.addEventListener('focusin', onFocus)
}
