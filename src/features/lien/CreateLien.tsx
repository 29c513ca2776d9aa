import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { type Entree, entreeLabels, entrees, type Lien } from '#domain/lien/lien.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { french } from '#src/ui/text/french.ts'
import { useCreateLien } from './lien.queries.ts'

interface Props {
  evenementId: number
  onCreated: (lien: Lien) => void
  isFirst: boolean
}

/** Asks whether people join directly or need the organiser's approval, and creates the link. */
export function CreateLien({ evenementId, onCreated, isFirst }: Props) {
  const create = useCreateLien(evenementId)
  const online = useOnline()
  const [entree, setEntree] = useState<Entree>('DIRECTE')
  return (
    <div className="stack" style={{ '--gap': 'var(--space-3)' }}>
      <Segmented
        label="Entrée par le nouveau lien"
        value={entree}
        options={entrees.map((value) => ({ value, label: entreeLabels[value].label }))}
        onChange={setEntree}
      />
      <p className="meta">{french(hints[entree])}</p>
      <div className="actions">
        <Button
          busy={create.isPending}
          disabled={!online}
          title={online ? undefined : 'Vous êtes hors ligne'}
          onClick={() => create.mutate(entree, { onSuccess: onCreated })}
        >
          <QrCode />
          {isFirst ? 'Créer un lien' : 'Créer un autre lien'}
        </Button>
      </div>
    </div>
  )
}

const hints: Record<Entree, string> = {
  DIRECTE: "Qui ouvre le lien est inscrit tout de suite, tant qu'il reste des places.",
  A_VALIDER: 'Qui ouvre le lien fait une demande ; vous la validez parmi les participants.',
}
