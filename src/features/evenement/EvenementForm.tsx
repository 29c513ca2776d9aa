import { useState, type FormEvent } from 'react'
import {
  type EvenementOrganisateur,
  evenementInputSchema,
  statutEvenementLabels,
  statutsEvenement,
  type StatutEvenement,
} from '#domain/evenement/evenement.ts'
import { localTextOf } from '#domain/evenement/fuseau.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { NetworkError, sentenceOr } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Field, TextArea } from '#src/ui/field/Field.tsx'
import { SelectField } from '#src/ui/field/SelectField.tsx'
import { useSchemaForm } from '#src/ui/form/useSchemaForm.ts'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { deviceFuseau, fuseauOptions } from './fuseauOptions.ts'
import { checkOrder, endsBeforeStart, readEvenement, unreadableFields } from './evenementFormValues.ts'
import { useSaveEvenement } from './evenement.mutations.ts'
import css from './EvenementForm.module.css'

interface Props {
  /** The event to change; absent when a new one is made. */
  evenement: EvenementOrganisateur | undefined
  onClose: () => void
}

/** Creates or changes an event; one sentence at a time, in the order of section 5 of the specification. */
export function EvenementForm({ evenement, onClose }: Props) {
  const save = useSaveEvenement(evenement?.id)
  const [failure, setFailure] = useState<string>()
  const [statut, setStatut] = useState<StatutEvenement>(evenement?.statut ?? 'PLANIFIE')
  const [fuseau] = useState(() => evenement?.fuseau ?? deviceFuseau())
  const [fuseaux] = useState(() => fuseauOptions(fuseau))
  const [isReversed, setReversed] = useState(false)
  const form = useSchemaForm({
    schema: evenementInputSchema,
    read: (values) => readEvenement(values, evenement),
    inspect: unreadableFields,
    report: 'first',
    order: checkOrder,
    onValid: async (body) => {
      setFailure(undefined)
      try {
        await save.mutateAsync(evenement === undefined ? body : { ...body, statut })
        onClose()
      } catch (error) {
        setFailure(error instanceof NetworkError ? error.message : sentenceOr(error, phrases.evenementSauvegardeErreur))
      }
    },
  })
  const compareDates = (event: FormEvent<HTMLInputElement>) => setReversed(endsBeforeStart(event.currentTarget.form))
  const error = (name: string) => form.errors[name]
  return (
    <Sheet
      title={evenement === undefined ? phrases.evenementCreerTitre : phrases.evenementModifierTitre}
      width="40rem"
      inAddress={evenement !== undefined}
      onClose={onClose}
      foot={
        <div className={css.foot}>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" form="evenement" look="primary" busy={form.busy} disabled={form.busy}>
            {evenement === undefined ? "Créer l'événement" : 'Enregistrer'}
          </Button>
        </div>
      }
    >
      <form id="evenement" {...form.props} className={css.form}>
        <div role="alert" className={css.whole}>
          {failure !== undefined && <Banner tone="red">{failure}</Banner>}
        </div>
        <div className={css.whole}>
          <Field label="Titre" name="titre" required defaultValue={evenement?.titre} error={error('titre')} />
        </div>
        <div className={css.whole}>
          <TextArea
            label="Description"
            name="description"
            rows={3}
            required
            defaultValue={evenement?.description}
            error={error('description')}
          />
        </div>
        <Field
          label="Début"
          name="dateDebut"
          type="datetime-local"
          required
          onInput={compareDates}
          defaultValue={evenement && localTextOf(evenement.dateDebut, evenement.fuseau)}
          error={error('dateDebut')}
        />
        <Field
          label="Fin"
          name="dateFin"
          type="datetime-local"
          required
          hint={isReversed ? phrases.evenementDatesAnterieure : undefined}
          onInput={compareDates}
          defaultValue={evenement && localTextOf(evenement.dateFin, evenement.fuseau)}
          error={error('dateFin')}
        />
        <SelectField label="Fuseau horaire" name="fuseau" defaultValue={fuseau} options={fuseaux} />
        <Field label="Lieu" name="lieu" required defaultValue={evenement?.lieu} error={error('lieu')} />
        <Field
          label="Capacité maximale"
          name="capaciteMax"
          type="number"
          inputMode="numeric"
          min={1}
          hint="Laissez vide pour ne pas limiter"
          defaultValue={evenement?.capaciteMax ?? undefined}
          error={error('capaciteMax')}
        />
        <div className={css.choice}>
          <p className={css.label}>Qui le voit</p>
          <Segmented
            label="Visibilité"
            name="visibilite"
            defaultValue={evenement?.visibilite ?? 'PRIVE'}
            options={[
              { value: 'PRIVE', label: 'Sur invitation' },
              { value: 'PUBLIC', label: 'Public' },
            ]}
          />
        </div>
        {evenement !== undefined && (
          <SelectField
            label="Statut"
            name="statut"
            value={statut}
            options={statutsEvenement.map((value) => ({ value, label: statutEvenementLabels[value].label }))}
            onChange={(event) => setStatut(event.target.value as StatutEvenement)}
          />
        )}
      </form>
    </Sheet>
  )
}
