import { Info } from 'lucide-react'
import { oneEvenementPerGuest } from '#domain/lien/lien.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'

/** Shown to a guest of another event: why they cannot join this one, and where they get an account that can. */
export function LienInviteAilleurs() {
  return (
    <>
      <Banner tone="blue" icon={<Info />} title={oneEvenementPerGuest}>
        Confirmez votre adresse e-mail dans votre profil, puis ouvrez ce lien à nouveau.
      </Banner>
      <div className="actions">
        <ButtonLink to="/profil" look="primary">
          Ouvrir mon profil
        </ButtonLink>
        <ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>
      </div>
    </>
  )
}
