import { useState } from 'react'
import { sentenceOf } from '#domain/contract/errors.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { TextArea } from '#src/ui/field/Field.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { ReasonList } from './DeskReasons.tsx'

/** The reasons on a phone, after Rejeter. */
export function ReasonSheet({ onReason, onClose }: { onReason: (reason: number) => void; onClose: () => void }) {
  return (
    <Sheet title="Rejeter, parce que…" onClose={onClose}>
      <ReasonList onReason={onReason} />
    </Sheet>
  )
}

/** A reason in one's own words; its author reads it. */
export function FreeReason({ onReason, onClose }: { onReason: (raison: string) => void; onClose: () => void }) {
  const [error, setError] = useState<string>()
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
      <form
        id="raison"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('raison')
          const raison = typeof typed === 'string' ? typed.trim() : ''
          if (raison === '') setError(sentenceOf('media.raison_requise'))
          else onReason(raison)
        }}
      >
        <TextArea
          label="Raison"
          name="raison"
          maxLength={500}
          rows={3}
          hint="La personne qui a déposé ce média la lira."
          error={error}
          onInput={() => setError(undefined)}
        />
      </form>
    </Sheet>
  )
}
