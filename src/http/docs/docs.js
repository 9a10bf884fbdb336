// Starts the API reference. The token that is entered stays in this browser.
window.ui = window.SwaggerUIBundle({
  url: '/api/v2/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
})
