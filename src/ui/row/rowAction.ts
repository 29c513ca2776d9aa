import type { FocusEvent } from 'react'

let stopFollowing: (() => void) | undefined

/**
 * Props for a button that may remove itself, such as one that every row of a list has and that removes its row. When
 * that happens while it has the focus, or while a dialog that it opened has it, the focus moves to the same action of the
 * next row, else of the previous one, else to the nearest heading, else to the page's content. Otherwise it would fall to
 * the page's body.
 * @param name the same for all rows, different from other actions of the page
 * @param inRow an action beside it that takes the focus first, when the row stays
 */
export function rowAction(name: string, inRow?: string) {
  return {
    'data-row-action': name,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => follow(currentTarget, name, inRow),
  }
}

/** Waits until the button is removed, or the focus moves to another element outside a dialog. */
function follow(button: HTMLElement, name: string, inRow?: string): void {
  stopFollowing?.()
  const actions = actionsIn(document, name)
  const index = actions.indexOf(button)
  const beside = inRow === undefined || button.parentElement === null ? [] : actionsIn(button.parentElement, inRow)
  const nearest = [...beside, ...actions.slice(index + 1), ...actions.slice(0, index).toReversed()]
  const ancestors = ancestorsOf(button)
  const observer = new MutationObserver(() => {
    // The dialog may outlive the row, and a dialog that closes gives the focus back to a button that still exists.
    if (button.isConnected || document.activeElement !== document.body) return
    stopFollowing?.()
    const next = nearest.find((action) => action.isConnected && !action.matches(':disabled'))
    if (next) next.focus()
    else focusHeading(ancestors)
  })
  const onFocus = ({ target }: Event) => {
    if (target !== button && target instanceof Element && target.closest('dialog') === null) stopFollowing?.()
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocus)
  stopFollowing = () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    stopFollowing = undefined
  }
}

function actionsIn(root: ParentNode, name: string): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[data-row-action="${name}"]`)]
}

function ancestorsOf(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

function focusHeading(ancestors: readonly HTMLElement[]): void {
  for (const ancestor of ancestors) {
    const heading = ancestor.isConnected ? ancestor.querySelector<HTMLElement>('h1, h2, h3') : null
    if (heading !== null) {
      heading.tabIndex = -1
      heading.focus()
      return
    }
    if (ancestor.isConnected && ancestor.id === 'contenu') {
      ancestor.focus({ preventScroll: true })
      return
    }
  }
}
