const SCOPES = [
  '',
  'Partner',
  'Regional',
  'Internal',
  'Legacy',
  'Mobile',
  'Public',
  'Archive',
  'Trial',
  'Shared',
];
const AREAS = [
  'Billing',
  'Shipping',
  'Catalog',
  'Support',
  'Hiring',
  'Travel',
  'Energy',
  'Clinic',
  'Library',
  'Fleet',
];
const ENTITIES = [
  'Account',
  'Document',
  'Request',
  'Contract',
  'Report',
  'Invoice',
  'Ticket',
  'Plan',
  'Asset',
  'Review',
];

export const CLASSES_PER_DOMAIN = ENTITIES.length;

/** `Billing`, … `SharedFleet`, `Billing2`, …: a different name for every index. */
export function domainName(index) {
  const area = AREAS[index % AREAS.length];
  const scope = SCOPES[Math.floor(index / AREAS.length) % SCOPES.length];
  const round = Math.floor(index / (AREAS.length * SCOPES.length));
  return `${scope}${area}${round === 0 ? '' : round + 1}`;
}

/** The entity of a class, unique in the project: `BillingDocument`. */
export function entityName(domain, index) {
  return `${domain}${ENTITIES[index % ENTITIES.length]}`;
}

/** `BillingDocument` → `billing-document`. */
export function kebab(name) {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
}

/** `BillingDocument` → `billing document`, for sentences. */
export function words(name) {
  return kebab(name).replaceAll('-', ' ');
}
