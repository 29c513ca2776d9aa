import { createFileRoute } from '@tanstack/react-router'
import { EnvoisPage } from '#src/features/envoi/EnvoisPage.tsx'
import { useTitreOf } from '#src/features/evenement/useMesEvenements.ts'

export const Route = createFileRoute('/_espace/participant/envois')({ component: Envois })

function Envois() {
  return <EnvoisPage titreOf={useTitreOf()} />
}
