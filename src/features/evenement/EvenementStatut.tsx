import { useState } from 'react'
import { type EvenementOrganisateur, statutEvenementLabels } from '#domain/evenement/evenement.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { StatusSelect } from '#src/ui/statusSelect/StatusSelect.tsx'
import { useSetStatut } from './evenement.mutations.ts'
import { isConfirmed, StatutDialog } from './StatutDialog.tsx'

/** Sets the statut of an event; asks first when it ends the event for everyone. */
export function EvenementStatut({ evenement }: { evenement: EvenementOrganisateur }) {
  const { id, titre, statut } = evenement
  const setStatut = useSetStatut()
  const [asked, setAsked] = useState<'ANNULE' | 'TERMINE' | null>(null)
  return (
    <>
      <StatusSelect
        label={`Statut ${ofName(titre)}`}
        value={statut}
        labels={statutEvenementLabels}
        // Not disabled while a change is saved: a disabled control loses the focus.
        onChange={(next) => {
          if (isConfirmed(next)) setAsked(next)
          else setStatut.mutate({ id, statut: next })
        }}
      />
      {asked && (
        <StatutDialog
          evenement={evenement}
          statut={asked}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            setStatut.mutate({ id, statut: asked })
          }}
        />
      )}
    </>
  )
}
