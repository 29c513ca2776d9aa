import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { type TypeParticipation, typeParticipationLabels, typesParticipation } from '#domain/inscription/inscription.ts'
import { canRegister, canUnregister } from '#domain/permissions/evenement.permissions.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { formatDay } from '#src/ui/text/dates.ts'
import { useParticiper } from './inscription.queries.ts'
import css from './Inscriptions.module.css'

interface Props {
  evenements: readonly Evenement[]
  utilisateurId: number
}

type Asked = { evenement: Evenement; wish: 'inscrire' | 'desinscrire' } | null

/** My events on the profile: S'inscrire and Se désinscrire only while they are planned (specification, section 2). */
export function MesInscriptions({ evenements, utilisateurId }: Props) {
  const [asked, setAsked] = useState<Asked>(null)
  const participer = useParticiper()
  const close = () => setAsked(null)
  return (
    <section className="stack" aria-labelledby="mes-evenements">
      <h2 id="mes-evenements">Mes événements</h2>
      {evenements.length === 0 && <EmptyState title="Aucun événement pour le moment" />}
      <ul>
        {evenements.map((evenement) => {
          const own = evenement.inscriptions.find(({ user }) => user.id === utilisateurId)?.statutInscription ?? null
          return (
            <li key={evenement.id} className={css.mine}>
              <p>
                <Link to="/participant/evenements/$id" params={{ id: String(evenement.id) }}>
                  <b>{evenement.titre}</b>
                </Link>
                <br />
                <span className="meta">
                  {formatDay(evenement.dateDebut)}, {evenement.lieu}
                </span>
              </p>
              {canRegister(evenement, own) && (
                <Button onClick={() => setAsked({ evenement, wish: 'inscrire' })}>S'inscrire</Button>
              )}
              {canUnregister(evenement, own) && (
                <Button onClick={() => setAsked({ evenement, wish: 'desinscrire' })}>Se désinscrire</Button>
              )}
            </li>
          )
        })}
      </ul>
      {asked?.wish === 'inscrire' && (
        <RegisterSheet
          titre={asked.evenement.titre}
          busy={participer.isPending}
          onClose={close}
          onConfirm={(typeParticipation) =>
            participer.mutate({ evenementId: asked.evenement.id, typeParticipation }, { onSettled: close })
          }
        />
      )}
      {asked?.wish === 'desinscrire' && (
        <ConfirmDialog
          title="Se désinscrire"
          question={`Vous ne participerez plus à ${asked.evenement.titre}.`}
          confirm="Se désinscrire"
          busy={participer.isPending}
          onCancel={close}
          onConfirm={() =>
            participer.mutate({ evenementId: asked.evenement.id, typeParticipation: null }, { onSettled: close })
          }
        />
      )}
    </section>
  )
}

interface SheetProps {
  titre: string
  busy: boolean
  onClose: () => void
  onConfirm: (typeParticipation: TypeParticipation) => void
}

function RegisterSheet({ titre, busy, onClose, onConfirm }: SheetProps) {
  const [type, setType] = useState<TypeParticipation>('SUR_PLACE')
  return (
    <Sheet
      title={`S'inscrire à ${titre}`}
      onClose={onClose}
      foot={
        <Button look="primary" wide busy={busy} onClick={() => onConfirm(type)}>
          S'inscrire
        </Button>
      }
    >
      <Segmented
        label="Participation"
        value={type}
        options={typesParticipation.map((value) => ({ value, label: typeParticipationLabels[value] }))}
        onChange={setType}
      />
    </Sheet>
  )
}
