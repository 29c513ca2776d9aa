import { Calendar, CircleAlert, Lock, MapPin } from 'lucide-react'
import { lienErrors } from '#domain/lien/lien.errors.ts'
import { statutEvenementLabels } from '#domain/evenement/evenement.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Fact, Facts } from '#src/ui/facts/Facts.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { albumSentence } from '#src/ui/text/albumSentence.ts'
import { french } from '#src/ui/text/french.ts'
import { Period } from '#src/ui/text/Period.tsx'

export function LienFaits({ lien: { evenement, ouvert } }: { lien: LienPublic }) {
  const album = albumSentence(evenement, useServerNow())
  const { label, tone } = statutEvenementLabels[evenement.statut]
  return (
    <>
      <div>
        <Badge tone={tone} live={evenement.statut === 'EN_COURS'}>
          {label}
        </Badge>
      </div>
      <Facts>
        <Fact icon={<Calendar />}>
          <Period from={evenement.dateDebut} to={evenement.dateFin} fuseau={evenement.fuseau} />
        </Fact>
        <Fact icon={<MapPin />}>{evenement.lieu}</Fact>
        {album !== null && <Fact icon={<Lock />}>{french(album)}</Fact>}
      </Facts>
      {!ouvert && (
        <Banner tone="red" icon={<CircleAlert />}>
          {lienErrors['lien.evenement_annule'].message}
        </Banner>
      )}
    </>
  )
}
