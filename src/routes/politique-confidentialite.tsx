import { createFileRoute } from '@tanstack/react-router'
import { ConfidentialitePage } from '#src/features/accueil/ConfidentialitePage.tsx'

export const Route = createFileRoute('/politique-confidentialite')({ component: ConfidentialitePage })
