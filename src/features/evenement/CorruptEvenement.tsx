import { TriangleAlert } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'

/** Stands where an entry of the list could not be read. */
export function CorruptEvenement() {
  return (
    <li>
      <Banner tone="red" icon={<TriangleAlert />}>
        {phrases.evenementCorrompu}
      </Banner>
    </li>
  )
}
