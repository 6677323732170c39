"""Would the API accept a request as it stands, with no memory of earlier ones."""
