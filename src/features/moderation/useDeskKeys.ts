import { useEffect } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { type DeskCommand, deskCommand } from './deskKeys.ts'

/** Listens to the keyboard while no dialog is open and nothing is being typed. */
export function useDeskKeys(
  { armed, enabled }: { armed: boolean; enabled: boolean },
  onCommand: (command: DeskCommand) => void,
): void {
  const latest = useLatest({ armed, enabled, onCommand })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!latest.current.enabled || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : document.body
      if (target.closest('input, textarea, select, dialog')) return
      const command = deskCommand(event, latest.current.armed)
      if (command === null) return
      // The arrows of a video that has the focus are its own.
      if (target.closest('video') && (command.do === 'next' || command.do === 'previous')) return
      // From a control, Tab goes on to the next one.
      if (command.do === 'togglePanels' && target.closest('a, button, video')) return
      event.preventDefault()
      latest.current.onCommand(command)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [latest])
}
