import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ReprendrePage } from '#src/features/utilisateur/ReprendrePage.tsx'

export const Route = createFileRoute('/_visiteur/reprendre')({ component: Reprendre })

function Reprendre() {
  return <ReprendrePage code={useLocation({ select: ({ hash }) => hash })} />
}
