import { QrCode } from 'lucide-react'
import { useState } from 'react'
import {
  type Entree,
  entreeLabels,
  entrees,
  type Identite,
  identiteLabels,
  identites,
  type Lien,
} from '#domain/lien/lien.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { Segmented } from '#src/ui/segmented/Segmented.tsx'
import { french } from '#src/ui/text/french.ts'
import { useCreateLien } from './lien.queries.ts'

interface Props {
  evenementId: number
  onCreated: (lien: Lien) => void
  isFirst: boolean
}

/** Asks what people need to enter, and whether the organiser approves them; creates the link. */
export function CreateLien({ evenementId, onCreated, isFirst }: Props) {
  const create = useCreateLien(evenementId)
  const once = useOnce()
  const onlineOnly = useOnlineOnly()
  const [entree, setEntree] = useState<Entree>('DIRECTE')
  const [identite, setIdentite] = useState<Identite>('PRENOM')
  // The same until the server has answered: pressed again after a lost answer, the button makes no second link.
  const [cle, setCle] = useState(() => crypto.randomUUID())
  const onSuccess = (lien: Lien) => {
    setCle(crypto.randomUUID())
    onCreated(lien)
  }
  return (
    <div className="stack" style={{ '--gap': 'var(--space-3)' }}>
      <Segmented
        label="Qui peut entrer"
        value={identite}
        options={identites.map((value) => ({ value, label: identiteLabels[value] }))}
        onChange={setIdentite}
      />
      <p className="meta">{french(identiteHints[identite])}</p>
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
          {...onlineOnly}
          onClick={() => once(() => create.mutateAsync({ entree, identite, cle }, { onSuccess }))}
        >
          <QrCode />
          {isFirst ? 'Créer un lien' : 'Créer un autre lien'}
        </Button>
      </div>
    </div>
  )
}

const identiteHints: Record<Identite, string> = {
  PRENOM: 'Vos invités écrivent leur prénom et envoient leurs photos : ni adresse ni mot de passe.',
  COMPTE: 'Vos invités se connectent ou créent un compte avec leur adresse.',
}

const hints: Record<Entree, string> = {
  DIRECTE: "Qui ouvre le lien est inscrit tout de suite, tant qu'il reste des places.",
  A_VALIDER: 'Qui ouvre le lien fait une demande ; vous la validez parmi les participants.',
}
