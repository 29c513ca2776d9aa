import { useEffect } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { type DeskCommand, deskCommand } from './deskKeys.ts'

const controlKeys = new Set<DeskCommand['do']>(['togglePanels', 'togglePlay'])

/** Handles keyboard shortcuts while no dialog is open and the person is not typing. */
export function useDeskKeys(
  { armed, enabled }: { armed: boolean; enabled: boolean },
  onCommand: (command: DeskCommand) => void,
): void {
  const latest = useLatest({ armed, enabled, onCommand })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!latest.current.enabled || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest('input:not([type=range]), textarea, select, dialog')) return
      const command = deskCommand(event, latest.current.armed)
      if (command === null) return
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
