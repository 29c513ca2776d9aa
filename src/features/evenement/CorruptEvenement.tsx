import { TriangleAlert } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'

/** Placeholder for a list entry that could not be parsed. */
export function CorruptEvenement() {
  return (
    <li>
      <Banner tone="red" icon={<TriangleAlert />}>
        {phrases.evenementCorrompu}
      </Banner>
    </li>
  )
}
