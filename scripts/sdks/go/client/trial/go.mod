module trial

go 1.24.0
