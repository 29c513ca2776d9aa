import { QrCode } from 'lucide-react'
import { useRef, useState, type FormEvent, type SyntheticEvent } from 'react'
import {
  type EvenementOrganisateur,
  evenementUpdateSchema,
  type StatutEvenement,
  statutEvenementLabels,
  statutsEvenement,
  galeriePourLabels,
  galeriesPour,
} from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { codeOf, NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field, TextArea } from '#src/ui/field/Field.tsx'
import { SelectField } from '#src/ui/field/SelectField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { EvenementConflit } from './EvenementConflit.tsx'
import { fuseauOptions } from './fuseauOptions.ts'
import { type Draft, dropDraft, keepDraft, readEvenementDraft } from './evenementDraft.ts'
import {
  checkOrder,
  endsBeforeStart,
  eveningAfter,
  prefilled,
  readEvenement,
  unreadableFields,
  valuesOf,
} from './evenementFormValues.ts'
import { isConfirmed, StatutDialog } from './StatutDialog.tsx'
import { useSaveForm } from './useSaveForm.ts'
import css from './EvenementForm.module.css'

interface Props {
  /** The event to edit; undefined for a new one. */
  evenement: EvenementOrganisateur | undefined
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
    return { ...(draft ?? { values: valuesOf(evenement), seen: evenement }), isDraft: draft !== null, round: 0 }
  })
  const abandon = () => {
    dropDraft(evenement)
    setStart({ values: valuesOf(evenement), seen: evenement, isDraft: false, round: start.round + 1 })
  }
  return <FormSheet key={start.round} evenement={evenement} start={start} onAbandon={abandon} {...on} />
}

/** A statut that needs a confirmation before it is saved. */
interface Asked {
  readonly statut: 'ANNULE' | 'TERMINE'
  readonly resolve: (isYes: boolean) => void
}

interface SheetProps extends Props {
  start: Start
  onAbandon: () => void
}

/** Shows one error at a time, in the order of section 5 of the specification. */
function FormSheet({ evenement, start, onAbandon, onClose, onCreated = onClose }: SheetProps) {
  const { values } = start
  const [failure, setFailure] = useState<string>()
  const [fuseaux] = useState(() => fuseauOptions(values['fuseau'] ?? ''))
  const [isReversed, setReversed] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const saving = useSaveForm(start.seen)
  const form = useSchemaForm({
    schema: evenementUpdateSchema,
    read: (held) => readEvenement(held, saving.seen),
    inspect: (element) => ({ ...unreadableFields(element), ...saving.toChoose }),
    report: 'first',
    order: checkOrder,
    onValid: async (input) => {
      setFailure(undefined)
      if (!(await isMeant(input.statut))) return
      try {
        const id = await saving.save({ input, values: form.values(), takeOver: form.prefill })
        if (id !== null) {
          dropDraft(evenement)
          if (evenement === undefined) onCreated(id)
          else onClose()
          return
        }
      } catch (error) {
        if (codeOf(error) === 'evenement.capacite') form.refuse('capaciteMax', sentenceOr(error, ''))
        else if (error instanceof NetworkError) setFailure(error.message)
        else setFailure(sentenceOr(error, phrases.evenementSauvegardeErreur))
      }
      // Values merged from the server are not our own changes.
      keepDraftOf()
    },
  })
  /** Asks for confirmation when the statut ends the event for everyone, as the list of events does. */
  const isMeant = (statut: StatutEvenement | undefined): Promise<boolean> | true => {
    if (statut === undefined || statut === saving.seen?.statut || !isConfirmed(statut)) return true
    return new Promise((resolve) => {
      setAsked({ statut, resolve })
    })
  }
  const answer = (isYes: boolean) => {
    setAsked(undefined)
    asked?.resolve(isYes)
  }
  const keepDraftOf = () => keepDraft(evenement, { values: form.values(), seen: saving.seenByDraft })
  const compareDates = (event: FormEvent<HTMLInputElement>) => setReversed(endsBeforeStart(event.currentTarget.form))
  /** The end of a new event that no one has typed. */
  const ownEnd = useRef(evenement === undefined ? values['dateFin'] : undefined)
  const moveEnd = (event: FormEvent<HTMLInputElement>) => {
    const debut = event.currentTarget.value
    if (debut !== '' && ownEnd.current !== undefined && form.values()['dateFin'] === ownEnd.current) {
      ownEnd.current = eveningAfter(debut)
      form.prefill({ dateFin: ownEnd.current })
    }
    compareDates(event)
  }
  const error = (name: string) => form.errors[name]
  const choose = (name: string, choice: 'mine' | 'saved') => {
    form.prefill(saving.choose(name, choice))
    keepDraftOf()
  }
  return (
    <Sheet
      title={evenement === undefined ? phrases.evenementCreerTitre : phrases.evenementModifierTitre}
      width="40rem"
      inAddress
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
          {failure !== undefined && <Banner tone="red">{failure}</Banner>}
          {saving.conflict && <EvenementConflit {...saving.conflict} onChoose={choose} />}
        </div>
        <div className={css.whole}>
          <Field label="Titre" name="titre" required defaultValue={values['titre']} error={error('titre')} />
        </div>
        <div className={css.whole}>
          <TextArea
            label="Description"
            name="description"
            rows={3}
            required
            onFocus={selectPrefilled}
            onClick={selectPrefilled}
            defaultValue={values['description']}
            error={error('description')}
          />
        </div>
        <Field
          label="Début"
          name="dateDebut"
          type="datetime-local"
          required
          onInput={moveEnd}
          defaultValue={values['dateDebut']}
          error={error('dateDebut')}
        />
        <Field
          label="Fin"
          name="dateFin"
          type="datetime-local"
          required
          hint={isReversed ? phrases.evenementDatesAnterieure : undefined}
          onInput={compareDates}
          defaultValue={values['dateFin']}
          error={error('dateFin')}
        />
        <SelectField
          label="Fuseau horaire"
          name="fuseau"
          defaultValue={values['fuseau']}
          options={fuseaux}
          error={error('fuseau')}
        />
        <Field
          label="Lieu"
          name="lieu"
          required
          onFocus={selectPrefilled}
          onClick={selectPrefilled}
          defaultValue={values['lieu']}
          error={error('lieu')}
        />
        <Field
          label="Capacité maximale"
          name="capaciteMax"
          type="number"
          inputMode="numeric"
          min={1}
          hint="Laissez vide pour ne pas limiter"
          defaultValue={values['capaciteMax']}
          error={error('capaciteMax')}
        />
        <div className={css.choice}>
          <p className={css.label}>Qui le voit</p>
          <Segmented
            label="Visibilité"
            name="visibilite"
            defaultValue={values['visibilite']}
            options={[
              { value: 'PRIVE', label: 'Sur invitation' },
              { value: 'PUBLIC', label: 'Public' },
            ]}
          />
        </div>
        <div className={css.choice}>
          <p className={css.label}>Quand les invités voient l'album</p>
          <Segmented
            label="Ouverture de l'album"
            name="galeriePour"
            defaultValue={values['galeriePour']}
            options={galeriesPour.map((value) => ({ value, label: galeriePourLabels[value] }))}
          />
        </div>
        {evenement !== undefined && (
          <SelectField
            label="Statut"
            name="statut"
            defaultValue={values['statut']}
            options={statutsEvenement.map((value) => ({ value, label: statutEvenementLabels[value].label }))}
          />
        )}
      </form>
      {asked && saving.seen && (
        <StatutDialog
          evenement={saving.seen}
          statut={asked.statut}
          onCancel={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      )}
    </Sheet>
  )
}

/** Selects a text that the form suggested: typing replaces it. On click too, because a press sets the cursor. */
function selectPrefilled({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (Object.values<string>(prefilled).includes(currentTarget.value)) currentTarget.select()
}
