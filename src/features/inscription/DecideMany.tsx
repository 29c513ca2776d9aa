import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Inscription, SortMedias } from '#domain/inscription/inscription.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Check as CheckBox } from '#src/ui/field/Check.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { agree, count, formatNumber } from '#src/ui/text/quantities.ts'
import { endNotice } from './endNotice.ts'
import type { SelectableStatut } from './inscriptionList.ts'
import { MediasField } from './MediasField.tsx'
import type { Decision, Decisions } from './useDecideInscriptions.ts'
import css from './Inscriptions.module.css'

interface Props {
  shown: readonly Inscription[]
  /** The statut of the registrations that can be selected. */
  selects: SelectableStatut
  chosen: ReadonlySet<number>
  onChoose: (ids: readonly number[], isChosen: boolean) => void
  decisions: Decisions
}

const selectable: Readonly<Record<SelectableStatut, readonly [string, string]>> = {
  EN_ATTENTE: ['inscription en attente', 'inscriptions en attente'],
  VALIDE: ['inscription validée', 'inscriptions validées'],
}
/** The verb that ends a registration. */
const endVerb: Readonly<Record<SelectableStatut, string>> = { EN_ATTENTE: 'Refuser', VALIDE: 'Annuler' }

/** Applies one decision to all selected and visible registrations, after a confirmation. */
export function DecideMany({ shown, selects, chosen, onChoose, decisions }: Props) {
  const [asked, setAsked] = useState<Decision>()
  const [medias, setMedias] = useState<SortMedias>('GARDER')
  const all = shown.filter(({ statutInscription }) => statutInscription === selects)
  const picked = all.filter(({ id }) => chosen.has(id))
  const ids = picked.map(({ id }) => id)
  const { stop, isBusy } = decisions
  const decide = (statut: Decision) => {
    setAsked(undefined)
    decisions.decideMany(ids, statut, selects === 'VALIDE' ? medias : undefined)
  }
  const verb = asked === 'VALIDE' ? 'Valider' : endVerb[selects]
  return (
    <>
      {all.length > 0 && (
        <div className={css.many}>
          <CheckBox
            checked={ids.length === all.length}
            disabled={isBusy}
            onChange={(event) =>
              onChoose(
                all.map(({ id }) => id),
                event.target.checked,
              )
            }
          >
            {`Sélectionner ${count(all.length, ...selectable[selects])}`}
          </CheckBox>
          {ids.length > 0 && (
            <div className="actions">
              {selects === 'EN_ATTENTE' && (
                <Button {...rowAction('valider-choix')} busy={isBusy} onClick={() => setAsked('VALIDE')}>
                  <Check />
                  {`Valider ${formatNumber(ids.length)}`}
                </Button>
              )}
              <Button {...rowAction('refuser-choix')} look="quiet" disabled={isBusy} onClick={() => setAsked('ANNULE')}>
                {`${endVerb[selects]} ${formatNumber(ids.length)}`}
              </Button>
            </div>
          )}
        </div>
      )}
      {stop && (
        <Banner tone="amber" announce="alert" title={stop.reason} className={css.stop}>
          {` ${count(stop.done, 'inscription traitée', 'inscriptions traitées')} sur ${formatNumber(stop.total)}.`}
        </Banner>
      )}
      {asked && (
        <ConfirmDialog
          title={`${verb} ${count(ids.length, 'inscription', 'inscriptions')}`}
          question={
            asked === 'VALIDE'
              ? agree(
                  ids.length,
                  "Cette personne verra l'événement et pourra y participer.",
                  "Ces personnes verront l'événement et pourront y participer.",
                )
              : endNotice(picked)
          }
          danger={asked !== 'VALIDE'}
          confirm={`${verb} ${formatNumber(ids.length)}`}
          cancel="Retour"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => decide(asked)}
        >
          {selects === 'VALIDE' && (
            <MediasField
              label={`${agree(ids.length, 'Ses', 'Leurs')} photos dans l'événement`}
              value={medias}
              onChange={setMedias}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
