import type { Candidate } from '@mcp-typeahead/server';

/** What runs in production, by team: the values of `service`. */
const servicesByTeam: Readonly<Record<string, readonly (readonly [value: string, description: string])[]>> = {
  Payments: [
    ['checkout-api', 'Takes a basket to a paid order'],
    ['checkout-web', 'Pages of the checkout'],
    ['card-vault', 'Stores card tokens'],
    ['payment-gateway', 'Talks to the acquirers'],
    ['payment-ledger', 'Double-entry book of all payments'],
    ['refund-worker', 'Pays refunds back'],
    ['invoice-renderer', 'Invoices as PDF'],
    ['fraud-scoring', 'Scores each payment before capture'],
    ['subscription-billing', 'Recurring charges'],
  ],
  Identity: [
    ['auth-api', 'Signs people in'],
    ['auth-session-store', 'Sessions in Redis'],
    ['consent-service', 'What each person agreed to'],
    ['directory-sync', 'SCIM to the corporate directories'],
    ['mfa-service', 'Second factors'],
    ['profile-api', 'Names, addresses, preferences'],
  ],
  Catalogue: [
    ['catalog-api', 'Products and variants'],
    ['catalog-importer', 'Feeds of the suppliers'],
    ['inventory-service', 'Stock by warehouse'],
    ['media-resizer', 'Product pictures in every size'],
    ['price-engine', 'Prices, discounts, taxes'],
    ['recommendation-api', 'What others bought'],
    ['review-moderation', 'Reviews before they are shown'],
    ['search-api', 'Full-text search'],
    ['search-indexer', 'Builds the search index'],
  ],
  Logistics: [
    ['carrier-adapter', 'One interface to all carriers'],
    ['delivery-tracker', 'Where a parcel is'],
    ['label-printer', 'Shipping labels'],
    ['route-planner', 'Tours of our own vans'],
    ['returns-portal', 'Sends goods back'],
    ['warehouse-api', 'Picks and packs'],
  ],
  Messaging: [
    ['email-sender', 'Transactional mail'],
    ['notification-hub', 'Chooses the channel for each message'],
    ['push-sender', 'Mobile push'],
    ['sms-sender', 'Text messages'],
    ['template-store', 'Texts of all messages, by language'],
  ],
  Platform: [
    ['api-gateway', 'Front door of all APIs'],
    ['config-service', 'Feature flags and settings'],
    ['event-bus', 'Kafka and its schemas'],
    ['log-pipeline', 'Collects and ships logs'],
    ['metrics-store', 'Time series'],
    ['secrets-broker', 'Short-lived credentials'],
  ],
};

export const services: readonly Candidate[] = Object.entries(servicesByTeam).flatMap(([team, list]) =>
  list.map(([value, description]) => ({ value, description, group: team })),
);
