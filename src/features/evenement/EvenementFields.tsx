import { useRef, useState, type FormEvent, type SyntheticEvent } from 'react'
import {
  galeriePourLabels,
  galeriesPour,
  isInEvenementYears,
  statutEvenementLabels,
  statutsEvenement,
} from '#domain/evenement/evenement.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Field, TextArea } from '#src/ui/field/Field.tsx'
import { SelectField } from '#src/ui/field/SelectField.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { endsBeforeStart, eveningAfter, prefilled, type Values } from './evenementFormValues.ts'
import { fuseauOptions } from './fuseauOptions.ts'
import css from './EvenementForm.module.css'

interface Props {
  isNew: boolean
  /** The values that the form opened with. */
  values: Values
  form: {
    readonly errors: Readonly<Record<string, string | undefined>>
    values: () => Values
    prefill: (values: Values) => void
  }
}

/** The fields of an event. The end of a new event follows its start until someone types one. */
export function EvenementFields({ isNew, values, form }: Props) {
  const [fuseaux] = useState(() => fuseauOptions(values['fuseau'] ?? ''))
  const [isReversed, setReversed] = useState(false)
  const compareDates = (event: FormEvent<HTMLInputElement>) => setReversed(endsBeforeStart(event.currentTarget.form))
  /** The end of a new event that no one has typed; a restored draft may have a typed one. */
  const ownEnd = useRef(isNew ? eveningAfter(values['dateDebut'] ?? '', values['fuseau'] ?? '') : undefined)
  const moveEnd = (event: FormEvent<HTMLInputElement>) => {
    const debut = event.currentTarget.value
    const { dateFin, fuseau = '' } = form.values()
    if (isInEvenementYears(debut) && ownEnd.current !== undefined && dateFin === ownEnd.current) {
      ownEnd.current = eveningAfter(debut, fuseau)
      form.prefill({ dateFin: ownEnd.current })
    }
    compareDates(event)
  }
  const error = (name: string) => form.errors[name]
  return (
    <>
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
      <div className={classNames(css.choice, css.whole)}>
        <p className={css.label}>Quand les invités voient l'album</p>
        <Segmented
          label="Ouverture de l'album"
          name="galeriePour"
          defaultValue={values['galeriePour']}
          options={galeriesPour.map((value) => ({ value, label: galeriePourLabels[value] }))}
        />
      </div>
      {!isNew && (
        <SelectField
          label="Statut"
          name="statut"
          defaultValue={values['statut']}
          options={statutsEvenement.map((value) => ({ value, label: statutEvenementLabels[value].label }))}
        />
      )}
    </>
  )
}

/** Selects a text that the form suggested: typing replaces it. On click too, because a press sets the cursor. */
function selectPrefilled({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (Object.values<string>(prefilled).includes(currentTarget.value)) currentTarget.select()
}
