import { CircleAlert, CircleCheck, Clock, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Role } from '#domain/utilisateur/utilisateur.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr, isProofRequired } from '#src/api/apiError.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { CurrentPasswordField } from '#src/ui/field/PasswordField.tsx'
import { Choices } from '#src/ui/sheet/Choices.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { Arriving } from './Arriving.tsx'
import { useErase } from './donnees.mutations.ts'
import { erasedData, keptData, sentenceOfErased, sentenceOfFailure } from './suppression.ts'
import css from './Donnees.module.css'

interface Props {
  role: Role
  invite: boolean
  hasConfirmedEmail: boolean
  envois: ReactNode
  onClose: () => void
}

/** Confirms the deletion of an account: what is deleted, what is kept and how long; then export and logout. */
export function SuppressionDialog({ role, invite, hasConfirmedEmail, envois, onClose }: Props) {
  const erase = useErase()
  const [motDePasseActuel, setMotDePasse] = useState<string>()
  const isUnderWay = erase.isPending || erase.isSuccess
  const isProofAsked = isProofRequired(erase.error)
  return (
    <Sheet
      title="Supprimer mon compte"
      alert
      width="36rem"
      onClose={isUnderWay ? undefined : onClose}
      foot={
        !erase.isSuccess && (
          <Choices
            confirm="Supprimer"
            busy={erase.isPending}
            onCancel={isUnderWay ? undefined : onClose}
            onConfirm={() => erase.mutate({ motDePasseActuel })}
          />
        )
      }
    >
      <div className="stack">
        <Status>
          {erase.data && (
            <Banner tone="green" icon={<CircleCheck />} title="Votre compte est supprimé.">
              {french(sentenceOfErased({ ...erase.data, hasConfirmedEmail }))}
            </Banner>
          )}
        </Status>
        <div role="alert">
          {erase.error !== null && !isProofAsked && (
            <Banner tone="red" icon={<CircleAlert />}>
              {sentenceOfFailure(erase.error, hasConfirmedEmail)}
            </Banner>
          )}
        </div>
        {erase.received !== null && !erase.isSuccess && <Arriving received={erase.received} />}
        {!isUnderWay && (
          <>
            <p>
              {french(
                "Vos données sont d'abord téléchargées sur cet appareil, avec vos originaux. Puis votre compte est effacé : cette action est irréversible.",
              )}
            </p>
            {!hasConfirmedEmail && (
              <p>
                {french(
                  "Sans adresse confirmée, aucun lien ne peut vous être envoyé si ce téléchargement échoue : exportez d'abord vos données.",
                )}
              </p>
            )}
            {isProofAsked && (
              <form
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  erase.mutate({ motDePasseActuel })
                }}
              >
                <CurrentPasswordField
                  required
                  error={causeOr(erase.error, phrases.erreurSurvenue)}
                  onChange={(event) => setMotDePasse(event.target.value)}
                />
              </form>
            )}
            {envois}
            <Consequences title="Ce qui est effacé" lines={erasedData(role, invite)} icon={<Trash2 />} />
            <Consequences
              title="Ce qui reste, et combien de temps"
              lines={keptData(role, hasConfirmedEmail)}
              icon={<Clock />}
            />
          </>
        )}
        {erase.isPending && (
          <p className="meta">
            Vos données sont rassemblées, puis téléchargées. Laissez cette page ouverte jusqu'à la fin.
          </p>
        )}
      </div>
    </Sheet>
  )
}

function Consequences({ title, lines, icon }: { title: string; lines: readonly string[]; icon: ReactNode }) {
  return (
    <div>
      <h3 className={css.consequencesTitle}>{title}</h3>
      <ul className={css.consequences}>
        {lines.map((line) => (
          <li key={line}>
            {icon}
            <span>{french(line)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
