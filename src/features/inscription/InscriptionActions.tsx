import { Check } from 'lucide-react'
import { useState } from 'react'
import { type Inscription, nextStatutsInscription, type SortMedias } from '#domain/inscription/inscription.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { RowError } from '#src/ui/text/RowError.tsx'
import { endNotice } from './endNotice.ts'
import { MediasField } from './MediasField.tsx'
import type { Decision, Decisions } from './useDecideInscriptions.ts'

interface Props {
  inscription: Inscription
  decisions: Decisions
}

/** Validates a registration; refuses or cancels it after a confirmation. Renders nothing when neither is possible. */
export function InscriptionActions({ inscription, decisions }: Props) {
  const once = useOnce()
  const [isAsked, setAsked] = useState(false)
  const [isPending, setPending] = useState(false)
  const [medias, setMedias] = useState<SortMedias>('GARDER')
  const set = (statut: Decision) =>
    once(async () => {
      setPending(true)
      await decisions.decide(inscription.id, statut, statut === 'ANNULE' ? medias : undefined)
      setPending(false)
      setAsked(false)
    })
  const { user, statutInscription } = inscription
  const name = nomComplet(user)
  const next = nextStatutsInscription(statutInscription)
  const verb = statutInscription === 'EN_ATTENTE' ? 'Refuser' : 'Annuler'
  return (
    <>
      {next.length > 0 && (
        <div className="actions">
          {next.includes('VALIDE') && (
            <Button
              {...rowAction('valider')}
              busy={isPending && !isAsked}
              disabled={decisions.isBusy}
              onClick={() => set('VALIDE')}
              aria-label={`Valider ${name}`}
            >
              <Check />
              Valider
            </Button>
          )}
          {next.includes('ANNULE') && (
            <Button
              {...rowAction('annuler')}
              look="quiet"
              disabled={decisions.isBusy}
              onClick={() => setAsked(true)}
              aria-label={`${verb} l'inscription ${ofName(name)}`}
            >
              {verb}
            </Button>
          )}
        </div>
      )}
      {next.length > 0 && <RowError error={decisions.failures.get(inscription.id)} />}
      {isAsked && (
        <ConfirmDialog
          title={`${verb} l'inscription ${ofName(name)}`}
          question={endNotice([inscription])}
          confirm={`${verb} l'inscription`}
          cancel="Retour"
          busy={isPending}
          onCancel={() => setAsked(false)}
          onConfirm={() => set('ANNULE')}
        >
          {statutInscription === 'VALIDE' && (
            <MediasField label="Ses photos dans l'événement" value={medias} onChange={setMedias} />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
