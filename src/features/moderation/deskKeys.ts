import { useEffect } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'

export type DeskCommand =
  | {
      do:
        | 'validate'
        | 'armReject'
        | 'disarmReject'
        | 'favorite'
        | 'delete'
        | 'next'
        | 'previous'
        | 'undo'
        | 'leave'
        | 'toggleGrid'
        | 'togglePanels'
        | 'toggleZoom'
        | 'togglePlay'
    }
  | { do: 'reject'; reason: number }

interface Pressed {
  readonly key: string
  /** Physical key, independent of the layout. */
  readonly code: string
  /** True for the repeats of a held key: they would decide photos that were never looked at. */
  readonly repeat: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const letters = {
  v: 'validate',
  r: 'armReject',
  f: 'favorite',
  g: 'toggleGrid',
  z: 'toggleZoom',
} as const satisfies Record<string, DeskCommand['do']>

const named = {
  Delete: 'delete',
  ArrowRight: 'next',
  ArrowDown: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'previous',
  ' ': 'togglePlay',
} as const satisfies Record<string, DeskCommand['do']>

/**
 * Maps a key to a command of the desk: V, R then 1 to 9, F, Suppr, G, Z, Tab, space, arrows, Ctrl+Z, Escape. Letters
 * follow the keyboard layout; digits also match by position, because the unshifted digit row of AZERTY types other
 * characters.
 * @param armed R was pressed and a reason is awaited
 * @returns null for a key without a command
 */
export function deskCommand(pressed: Pressed, armed: boolean): DeskCommand | null {
  const { key, repeat, ctrlKey, metaKey, altKey, shiftKey } = pressed
  const lower = key.toLowerCase()
  const isNamed = Object.hasOwn(named, key)
  // A held arrow key moves through the photos; every other key acts once.
  if (repeat && !key.startsWith('Arrow')) return null
  if ((ctrlKey || metaKey) && lower === 'z') return { do: 'undo' }
  if (ctrlKey || metaKey || altKey) return null
  const reason = reasonOf(pressed)
  if (armed && reason !== null) return { do: 'reject', reason }
  if (key === 'Escape') return { do: armed ? 'disarmReject' : 'leave' }
  if (key === 'Tab') return shiftKey ? null : { do: 'togglePanels' }
  if (Object.hasOwn(letters, lower)) return { do: letters[lower as keyof typeof letters] }
  return isNamed ? { do: named[key as keyof typeof named] } : null
}

/** The reason from 1 to 9 for a digit key, on any layout and on the number pad; null for any other key. */
function reasonOf({ key, code }: Pick<Pressed, 'key' | 'code'>): number | null {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? /^[1-9]$/.exec(key)?.[0]
  return digit === undefined ? null : Number(digit)
}

const controlKeys = new Set<DeskCommand['do']>(['togglePanels', 'togglePlay'])

/** Handles keyboard shortcuts while no dialog is open and the person is not typing. */
export function useDeskKeys(
  { armed, enabled, hasPanels }: { armed: boolean; enabled: boolean; hasPanels: boolean },
  onCommand: (command: DeskCommand) => void,
): void {
  const latest = useLatest({ armed, enabled, hasPanels, onCommand })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!latest.current.enabled || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest('input:not([type=range]), textarea, select, dialog')) return
      const command = deskCommand(event, latest.current.armed)
      if (command === null) return
      // Without a photo, Tab has nothing to hide: it moves the focus.
      if (command.do === 'togglePanels' && !latest.current.hasPanels) return
      // A focused video and its strip use the arrow keys themselves.
      if (target.closest('video, input') && (command.do === 'next' || command.do === 'previous')) return
      // On a control, Tab moves the focus, and space presses it.
      if (controlKeys.has(command.do) && target.closest('a, button, video, input')) return
      event.preventDefault()
      latest.current.onCommand(command)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [latest])
}
