import { useEffect, useRef, useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { readDraft, writeDraft } from '#src/api/draftStore.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { TextArea } from '#src/ui/field/Field.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { agree } from '#src/ui/text/quantities.ts'
import { deskCommand } from './deskKeys.ts'
import { ReasonList } from './DeskReasons.tsx'

interface ReasonProps {
  /** Title when more than the current media is rejected. */
  title?: string
  onReason: (reason: number) => void
  onClose: () => void
}

/** The reasons in a sheet, where they do not fit beside the photo; digit keys work here too. */
export function ReasonSheet({ title = 'Rejeter, parce que…', onReason, onClose }: ReasonProps) {
  const latest = useLatest(onReason)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = deskCommand(event, true)
      if (command?.do !== 'reject') return
      // The free-text field opens: keep the digit out of it.
      event.preventDefault()
      latest.current(command.reason)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [latest])
  return (
    <Sheet title={title} onClose={onClose}>
      <ReasonList onReason={onReason} />
    </Sheet>
  )
}

interface FreeReasonProps {
  medias: readonly Media[]
  onReason: (raison: string) => void
  onClose: () => void
}

/**
 * Form for a reason in free text, sent by Ctrl+Enter too; the media's author sees it. What was typed for these media and
 * not sent is restored: a notification that the person clicks may have replaced the page.
 */
export function FreeReason({ medias, onReason, onClose }: FreeReasonProps) {
  const [error, setError] = useState<string>()
  const [name] = useState(() => `raison.${medias.map(({ id }) => id).join('.')}`)
  const [draft] = useState(() => readDraft(name))
  const form = useRef<HTMLFormElement>(null)
  // Runs after the sheet's own effect, which focuses its title.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  return (
    <Sheet
      title="Autre raison"
      onClose={onClose}
      foot={
        <Button type="submit" form="raison" danger wide>
          Rejeter
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of the field inside */}
      <form
        ref={form}
        id="raison"
        noValidate
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('raison')
          const raison = typeof typed === 'string' ? typed.trim() : ''
          if (raison === '') setError('Indiquez la raison du rejet.')
          else {
            writeDraft(name, null)
            onReason(raison)
          }
        }}
      >
        <TextArea
          label="Raison"
          name="raison"
          maxLength={500}
          rows={3}
          hint={agree(
            medias.length,
            'La personne qui a déposé ce média la lira.',
            "Chaque personne qui a déposé l'un de ces médias la lira.",
          )}
          error={error}
          defaultValue={typeof draft === 'string' ? draft : ''}
          onInput={({ currentTarget: { value } }) => {
            setError(undefined)
            writeDraft(name, value === '' ? null : value)
          }}
        />
      </form>
    </Sheet>
  )
}
