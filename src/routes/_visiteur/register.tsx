import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '#src/features/utilisateur/RegisterPage.tsx'

export const Route = createFileRoute('/_visiteur/register')({ component: RegisterPage })
