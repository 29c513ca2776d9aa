import { nomRequisPourCle } from '#domain/utilisateur/cleAcces.ts'
import { motDePasseActuelRequis } from '#domain/utilisateur/motDePasse.ts'

/** Refusals of accounts, their second factor, passkeys and devices: domain/contract/errors.ts joins all. */
export const utilisateurErrors = {
  'utilisateur.email_pris': { status: 409, message: 'Un compte existe déjà avec cette adresse.' },
  'utilisateur.email_a_confirmer': {
    status: 403,
    message:
      "Confirmez d'abord votre adresse e-mail avec le lien que nous vous avons envoyé. Votre profil permet de le renvoyer.",
  },
  'utilisateur.lien_invalide': {
    status: 400,
    message: "Ce lien de confirmation n'est plus valable. Demandez-en un nouveau depuis votre profil.",
  },
  'utilisateur.fusion_invalide': {
    status: 400,
    message:
      "Ce lien n'est plus valable : il sert une fois, pendant 7 jours. Demandez-en un autre depuis l'appareil qui a les photos.",
  },
  'utilisateur.fusion_faite': {
    status: 409,
    message: 'Ces photos sont déjà réunies dans votre compte. Connectez-vous pour les voir.',
  },
  'utilisateur.introuvable': { status: 404, message: 'Utilisateur non trouvé' },
  'utilisateur.reinitialisation_invalide': {
    status: 400,
    message: 'Le lien de réinitialisation est invalide ou a expiré.',
  },
  'utilisateur.restauration_invalide': {
    status: 400,
    message: "Ce lien n'est plus valable. Connectez-vous pour en recevoir un autre.",
  },
  'utilisateur.mot_de_passe_courant': {
    status: 400,
    message: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
  },
  'utilisateur.mot_de_passe_divulgue': {
    status: 400,
    message: "Ce mot de passe figure dans des données qui ont fui d'un autre site. Choisissez-en un autre.",
  },
  'utilisateur.mot_de_passe_requis': {
    status: 403,
    message: motDePasseActuelRequis,
  },
  'utilisateur.mot_de_passe_incorrect': { status: 403, message: 'Le mot de passe actuel est incorrect.' },
  'utilisateur.soi_meme': {
    status: 409,
    message: 'Vous ne pouvez pas supprimer votre propre compte ni changer ici votre rôle ou votre adresse.',
  },
  'utilisateur.dernier_administrateur': {
    status: 409,
    message: "C'est le dernier administrateur actif : nommez-en un autre d'abord.",
  },
  'utilisateur.adresse_non_confirmee': {
    status: 409,
    message: "L'adresse e-mail de ce compte n'est pas confirmée : il ne peut pas devenir administrateur.",
  },
  'utilisateur.evenements_actifs': {
    status: 409,
    message: 'Ce compte a des événements planifiés ou en cours : ils doivent être terminés ou supprimés avant lui.',
  },
  'utilisateur.invite': {
    status: 409,
    message: 'Cette personne participe sans compte : ni son adresse e-mail ni son rôle ne peuvent changer.',
  },
  'secondFacteur.actif': {
    status: 409,
    message:
      "La connexion en deux étapes est déjà active. Si vous n'avez pas vu ses codes de secours, demandez-en de nouveaux.",
  },
  'secondFacteur.inactif': { status: 409, message: "La connexion en deux étapes n'est pas active." },
  'secondFacteur.code_incorrect': { status: 400, message: 'Ce code est incorrect ou a déjà servi.' },
  'cleAcces.indisponible': { status: 409, message: nomRequisPourCle },
  'cleAcces.trop_nombreuses': {
    status: 409,
    message: "Vous avez déjà 10 clés d'accès. Supprimez-en une avant d'en ajouter une autre.",
  },
  'cleAcces.refusee': { status: 400, message: "Cette clé d'accès n'a pas pu être vérifiée. Recommencez." },
  'cleAcces.copiee': {
    status: 400,
    message: "Cette clé d'accès a été refusée : elle semble avoir été copiée. Supprimez-la de votre profil.",
  },
  'cleAcces.existante': { status: 409, message: "Cette clé d'accès est déjà enregistrée." },
  'cleAcces.introuvable': { status: 404, message: "Cette clé d'accès est déjà supprimée." },
  'cleAcces.absente': { status: 409, message: "Ajoutez d'abord une clé d'accès." },
  'cleAcces.derniere': {
    status: 409,
    message: "C'est votre dernière clé d'accès, et la connexion en demande une : désactivez d'abord cette demande.",
  },
  'appareil.introuvable': { status: 404, message: 'Cet appareil est déjà déconnecté.' },
} as const
