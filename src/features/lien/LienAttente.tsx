import { Hourglass } from 'lucide-react'
import type { Entree } from '#domain/lien/lien.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'

/** Shown to a person whose registration is pending: what they wait for. */
export function LienAttente({ entree }: { entree: Entree }) {
  const { title, sentence } = entree === 'DIRECTE' ? full : asked
  return (
    <>
      <Banner tone="amber" icon={<Hourglass />} title={title} announce="status">
        {sentence}
      </Banner>
      <div className="actions">
        <ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>
      </div>
    </>
  )
}

const asked = {
  title: 'Votre demande est envoyée.',
  sentence: "L'organisateur doit la valider : vous recevrez une notification, puis vous pourrez déposer vos photos.",
}
const full = {
  title: "L'événement est complet.",
  sentence: "Vous êtes sur la liste d'attente : si une place se libère, l'organisateur pourra vous l'attribuer.",
}
