import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import type { LienPerson } from './lienPerson.ts'

/** Links to other pages, shown for an invalid link. */
export function OtherPages({ person }: { person: LienPerson }) {
  return (
    <div className="actions">
      {person.kind === 'participant' ? (
        <ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>
      ) : (
        <ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>
      )}
    </div>
  )
}
