import { Calendar, CircleAlert, Lock, MapPin } from 'lucide-react'
import { sentenceOf } from '#domain/contract/errors.ts'
import { statutEvenementLabels } from '#domain/evenement/evenement.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Fact, Facts } from '#src/ui/facts/Facts.tsx'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { french } from '#src/ui/text/french.ts'
import { Period } from '#src/ui/text/Period.tsx'

export function LienFaits({ lien: { evenement, ouvert } }: { lien: LienPublic }) {
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
        {evenement.galeriePour === 'APRES' && evenement.statut !== 'TERMINE' && (
          <Fact icon={<Lock />}>
            {french(
              `L'album s'ouvre ${formatShortDayTime(evenement.dateFin, evenement.fuseau)}. D'ici là, vous voyez les vôtres.`,
            )}
          </Fact>
        )}
        {evenement.galeriePour === 'JAMAIS' && <Fact icon={<Lock />}>Seul l'organisateur voit vos photos.</Fact>}
      </Facts>
      {!ouvert && (
        <Banner tone="red" icon={<CircleAlert />}>
          {sentenceOf('lien.evenement_annule')}
        </Banner>
      )}
    </>
  )
}
