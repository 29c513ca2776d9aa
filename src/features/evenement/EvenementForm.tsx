import { CircleAlert, QrCode } from 'lucide-react'
import { useState } from 'react'
import { type EvenementOrganisateur, evenementUpdateSchema } from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { codeOf, NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { EvenementConflit } from './EvenementConflit.tsx'
import { EvenementFields } from './EvenementFields.tsx'
import { type Draft, dropDraft, keepDraft, readEvenementDraft } from './evenementDraft.ts'
import { readEvenement, unreadableFields, valuesOf } from './evenementFormValues.ts'
import { StatutDialog } from './StatutDialog.tsx'
import { useStatutConfirmation } from './useStatutConfirmation.ts'
import { useSaveForm } from './useSaveForm.ts'
import css from './EvenementForm.module.css'

interface Props {
  /** The event to edit; undefined for a new one. */
  evenement: EvenementOrganisateur | undefined
  /** The page's URL contains the open form, as in the list of events. */
  inAddress: boolean
  onClose: () => void
  /** Called with a new event's id instead of `onClose`. */
  onCreated?: (id: number) => void
}

interface Start extends Draft {
  readonly isDraft: boolean
  /** Incremented when the form is reset. */
  readonly round: number
}

/** Form to create or edit an event. Unsaved input is restored when the form is opened again. */
export function EvenementForm({ evenement, ...on }: Props) {
  const [start, setStart] = useState<Start>(() => {
    const draft = readEvenementDraft(evenement)
    return { ...(draft ?? untouched(evenement)), isDraft: draft !== null, round: 0 }
  })
  const abandon = () => {
    dropDraft(evenement)
    setStart({ ...untouched(evenement), isDraft: false, round: start.round + 1 })
  }
  return <FormSheet key={start.round} evenement={evenement} start={start} onAbandon={abandon} {...on} />
}

function untouched(evenement: EvenementOrganisateur | undefined): Draft {
  return { values: valuesOf(evenement), seen: evenement, cle: crypto.randomUUID() }
}

interface SheetProps extends Props {
  start: Start
  onAbandon: () => void
}

/** Shows one error at a time, in the order of section 5 of the specification. */
function FormSheet({ evenement, start, inAddress, onAbandon, onClose, onCreated = onClose }: SheetProps) {
  const { values, cle } = start
  const [failure, setFailure] = useState<string>()
  const confirmation = useStatutConfirmation()
  const saving = useSaveForm(start.seen, cle)
  const form = useSchemaForm({
    schema: evenementUpdateSchema,
    read: (held) => readEvenement(held, saving.seen),
    inspect: (element) => ({ ...unreadableFields(element), ...saving.toChoose }),
    report: 'first',
    onValid: async (input) => {
      setFailure(undefined)
      if (!(await confirmation.confirm(input.statut, saving.seen?.statut))) return
      try {
        const id = await saving.save({ input, values: form.values(), takeOver: form.prefill })
        if (id !== null) {
          dropDraft(evenement)
          // The person may have opened the form of another event.
          if (!form.isShown()) return
          if (evenement === undefined) onCreated(id)
          else onClose()
          return
        }
      } catch (error) {
        if (codeOf(error) === 'evenement.capacite') form.refuse('capaciteMax', sentenceOr(error, ''))
        else if (error instanceof NetworkError) setFailure(error.message)
        else setFailure(sentenceOr(error, phrases.evenementSauvegardeErreur))
      }
      // Values merged from the server are not our own changes. A form that is closed now has kept its draft already.
      if (form.isShown()) keepDraftOf()
    },
  })
  const keepDraftOf = () => keepDraft(evenement, { values: form.values(), seen: saving.seenByDraft, cle })
  const choose = (name: string, choice: 'mine' | 'saved') => {
    form.prefill(saving.choose(name, choice))
    keepDraftOf()
  }
  return (
    <Sheet
      title={evenement === undefined ? phrases.evenementCreerTitre : phrases.evenementModifierTitre}
      width="40rem"
      inAddress={inAddress}
      onClose={onClose}
      foot={
        <div className={css.foot}>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" form="evenement" look="primary" busy={form.busy} disabled={form.busy}>
            {evenement === undefined && <QrCode />}
            {evenement === undefined ? 'Créer et voir le QR code' : 'Enregistrer'}
          </Button>
        </div>
      }
    >
      <form
        id="evenement"
        {...form.props}
        className={css.form}
        onInput={(event) => {
          form.props.onInput(event)
          keepDraftOf()
        }}
      >
        {start.isDraft && (
          <div className={css.whole}>
            <Banner
              tone="blue"
              action={
                <Button look="quiet" onClick={onAbandon}>
                  Abandonner le brouillon
                </Button>
              }
            >
              Vos modifications non enregistrées sont revenues.
            </Banner>
          </div>
        )}
        <div role="alert" className={css.whole}>
          {failure !== undefined && (
            <Banner tone="red" icon={<CircleAlert />}>
              {failure}
            </Banner>
          )}
          {saving.conflict && <EvenementConflit {...saving.conflict} onChoose={choose} />}
        </div>
        <EvenementFields isNew={evenement === undefined} values={values} form={form} />
      </form>
      {confirmation.asked && saving.seen && (
        <StatutDialog
          evenement={saving.seen}
          statut={confirmation.asked}
          onCancel={() => confirmation.answer(false)}
          onConfirm={() => confirmation.answer(true)}
        />
      )}
    </Sheet>
  )
}
