import { Info } from 'lucide-react'
import { homeOf, roleLabels } from '#domain/utilisateur/utilisateur.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import type { LienPerson } from './lienPerson.ts'

interface Props {
  person: Extract<LienPerson, { kind: 'autre' }>
  evenementId: number
}

/** Organisers and administrators cannot join events: explains why, and links to their own area. */
export function LienAutre({ person: { role, organises }, evenementId }: Props) {
  const isTheirs = organises(evenementId)
  return (
    <>
      <Banner tone="blue" icon={<Info />}>
        {isTheirs
          ? "C'est votre événement. Vos invités y entrent par cette page, avec un compte participant."
          : `Vous êtes connecté(e) comme ${roleLabels[role].label.toLowerCase()}. On entre dans un événement avec un compte participant.`}
      </Banner>
      <div className="actions">
        {isTheirs ? (
          <ButtonLink to="/organizer/evenements/$id/invitations" params={{ id: evenementId }}>
            Voir l'événement
          </ButtonLink>
        ) : (
          <ButtonLink to={homeOf(role)}>Retour à mon espace</ButtonLink>
        )}
      </div>
    </>
  )
}
