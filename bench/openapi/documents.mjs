/** Public OpenAPI documents in packages of npm, at fixed versions. */
export const DOCUMENTS = [
  ['@octokit/openapi@23.0.2', 'generated/api.github.com.json', 'GitHub'],
  ['@directus/specs@15.2.0', 'dist/openapi.json', 'Directus'],
  ['@blockfrost/openapi@0.1.93', 'openapi.yaml', 'Blockfrost'],
  ['@ideal-postcodes/openapi@4.21.0', 'dist/openapi.json', 'Ideal Postcodes'],
  ['@scalar/galaxy@0.6.12', 'dist/latest.yaml', 'Scalar Galaxy'],
  ['@readme/oas-examples@8.2.2', '3.0/yaml/petstore.yaml', 'Swagger Petstore'],
  ['@readme/oas-examples@8.2.2', '3.1/json/petstore.json', 'Swagger Petstore 3.1'],
  ['@readme/oas-examples@8.2.2', '3.0/json/petstore-expanded.json', 'Petstore expanded'],
  ['@readme/oas-examples@8.2.2', '3.0/json/uspto.json', 'USPTO'],
  ['@readme/oas-examples@8.2.2', '3.0/json/star-trek.json', 'Star Trek'],
  ['@readme/oas-examples@8.2.2', '3.0/json/link-example.json', 'Links'],
  ['@readme/oas-examples@8.2.2', '3.0/json/schema-circular.json', 'Circular schemas'],
  ['@readme/oas-examples@8.2.2', '3.0/json/file-uploads.json', 'File uploads'],
  ['@readme/oas-examples@8.2.2', '3.0/json/parameters-style.json', 'Styles of parameters'],
  ['@readme/oas-examples@8.2.2', '3.0/json/security.json', 'Security schemes'],
  ['@readme/oas-examples@8.2.2', '3.0/json/polymorphism.json', 'Polymorphism'],
];
