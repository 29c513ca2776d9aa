import { CircleAlert } from 'lucide-react'
import {
  statutEvenementLabels,
  type StatutEvenement,
  type Visibilite,
  type GaleriePour,
  galeriePourLabels,
  visibiliteLabels,
} from '#domain/evenement/evenement.ts'
import { villeOf } from '#domain/evenement/fuseauNames.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { formatDayTime } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { typographie } from '#domain/texte/typographie.ts'
import type { Values } from './evenementFormValues.ts'
import css from './EvenementForm.module.css'

interface Props {
  /** Who changed the event, and when. */
  sentence: string
  /** Names of the fields in conflict. */
  names: readonly string[]
  mine: Values
  /** The values saved on the server. */
  saved: Values
  onChoose: (name: string, choice: 'mine' | 'saved') => void
}

const labels: Readonly<Record<string, string>> = {
  titre: 'Titre',
  description: 'Description',
  dateDebut: 'Début',
  dateFin: 'Fin',
  fuseau: 'Fuseau horaire',
  lieu: 'Lieu',
  capaciteMax: 'Capacité maximale',
  visibilite: 'Visibilité',
  galeriePour: "Ouverture de l'album",
  statut: 'Statut',
}

/** Fields changed both here and elsewhere: shows both values to choose from. */
export function EvenementConflit({ sentence, names, mine, saved, onChoose }: Props) {
  return (
    <div className={css.conflict}>
      <Banner tone="amber" icon={<CircleAlert />} title={sentence}>
        {names.length > 0
          ? 'Choisissez une valeur pour chaque champ modifié des deux côtés, puis enregistrez.'
          : 'Vos choix sont faits : enregistrez.'}
      </Banner>
      {names.map((name) => {
        const label = labels[name] ?? name
        return (
          <fieldset key={name} className={css.conflictField}>
            <legend>{label}</legend>
            <dl>
              <dt>Le vôtre</dt>
              <dd>{wordsOf(name, mine[name] ?? '')}</dd>
              <dt>Enregistré</dt>
              <dd>{wordsOf(name, saved[name] ?? '')}</dd>
            </dl>
            <div className="actions">
              <Button onClick={() => onChoose(name, 'mine')} aria-label={typographie(`Garder le mien : ${label}`)}>
                Garder le mien
              </Button>
              <Button
                onClick={() => onChoose(name, 'saved')}
                aria-label={typographie(`Prendre l'enregistré : ${label}`)}
              >
                Prendre l'enregistré
              </Button>
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}

function wordsOf(name: string, text: string): string {
  switch (name) {
    case 'dateDebut':
    case 'dateFin':
      // A local time: parsed and formatted as UTC, it is shown unchanged.
      return text === '' ? 'Vide' : formatDayTime(`${text}Z`, 'UTC')
    case 'fuseau':
      return villeOf(text) ?? text
    case 'statut':
      return statutEvenementLabels[text as StatutEvenement].label
    case 'visibilite':
      return visibiliteLabels[text as Visibilite]
    case 'galeriePour':
      return galeriePourLabels[text as GaleriePour]
    case 'capaciteMax':
      return text === '' ? 'Aucune limite' : text
    default:
      return french(text === '' ? 'Vide' : text) as string
  }
}
