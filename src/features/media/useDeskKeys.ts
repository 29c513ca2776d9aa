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
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog, video')) return
      const command = deskCommand(event, latest.current.armed)
      if (command === null) return
      event.preventDefault()
      latest.current.onCommand(command)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [latest])
}
