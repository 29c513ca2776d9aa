import { Link } from '@tanstack/react-router'
import { useIsGuest } from '#src/api/useSession.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import { consentementMonths, versionRGPD } from '#domain/consentement/consentement.ts'
import { french } from '#src/ui/text/french.ts'
import { ConsentementPoints } from './ConsentementPoints.tsx'
import { useRepondreConsentement } from './consentement.queries.ts'
import { useAccord } from './useAccord.tsx'
import css from './Consentement.module.css'

/**
 * Asks for the consent. Refusing takes as few steps as accepting; the checkbox is required only for "Accepter". Three
 * lines, the checkbox and both answers fit the smallest phone; the whole text opens below them (product 29).
 */
export function ConsentementDialog({ onRefused }: { onRefused: () => void }) {
  const repondre = useRepondreConsentement()
  const accord = useAccord()
  const pending = repondre.isPending ? repondre.variables : undefined
  return (
    <Sheet
      title="Vos photos, votre accord"
      width="34rem"
      foot={
        <div className={css.choices}>
          <Button
            busy={pending === false}
            disabled={pending === true}
            onClick={() => repondre.mutate(false, { onSuccess: onRefused })}
          >
            Refuser
          </Button>
          <Button
            busy={pending === true}
            disabled={pending === false}
            onClick={() => accord.validate() && repondre.mutate(true)}
          >
            Accepter
          </Button>
        </div>
      }
    >
      <div className="stack">
        <ConsentementPoints />
        {accord.box}
        <ConsentementTexte invite={useIsGuest()} />
      </div>
    </Sheet>
  )
}

/** The whole text of the consent, collapsed by default. @param invite for a guest, or who enters as one */
export function ConsentementTexte({ invite }: { invite: boolean }) {
  return (
    <details className={css.whole}>
      <summary>Lire la politique</summary>
      <div className="stack">
        {texteConsentementDe({ invite }).map((paragraph) => (
          <p key={paragraph}>{french(paragraph)}</p>
        ))}
        <p className="meta">
          Version {versionRGPD}, valable {consentementMonths} mois.{' '}
          <Link to="/politique-confidentialite">Politique de confidentialité</Link>
        </p>
      </div>
    </details>
  )
}
